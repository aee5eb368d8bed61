"""Tables laid out for the tests, with every card still there once."""

from tests.oracle.san_juan.chance import Multiset, add, remove, size
from tests.oracle.san_juan.game import Game
from tests.oracle.san_juan.state import State, no_goods


def all_cards(state: State) -> int:
    total = size(state.deck) + size(state.discard) + size(state.built_over) + size(state.in_flight)
    for seat in state.seats:
        total += size(seat.hand) + size(seat.buildings) + size(seat.goods_by_kind()) + size(seat.tucked)
    return total


def put_back(state: State, cards: Multiset) -> None:
    for card, number in cards.items():
        for _ in range(number):
            add(state.deck, card)


def take(state: State, names: str) -> Multiset:
    """Take the named cards, divided by blanks, out of the deck."""
    taken: Multiset = {}
    for name in names.split():
        remove(state.deck, name)
        add(taken, name)
    return taken


def arranged(players: int = 3, *, seed: int = 1) -> Game:
    """A game at its first choice of a role; seat 0 is governor and all hands are empty."""
    game = Game(players, seed, first_governor=0)
    for seat in game.state.seats:
        put_back(game.state, seat.hand)
        seat.hand = {}
    return game


def lay_out(game: Game, player: int, *, buildings: str = "indigo_plant", hand: str = "", goods: str = "") -> None:
    """Give a player other cards; each good is a monument on the named kind."""
    state = game.state
    seat = state.seats[player]
    for old in (seat.hand, seat.buildings, *seat.goods.values()):
        put_back(state, old)
    seat.goods = no_goods()
    seat.buildings = take(state, buildings)
    seat.hand = take(state, hand)
    for kind in goods.split():
        good = next(card for card in ("hero", "statue", "victory_column") if card in state.deck)
        remove(state.deck, good)
        add(seat.goods[kind], good)
    assert all_cards(state) == 110


def play_all(game: Game, texts: str) -> None:
    """Apply the texts, divided by blanks."""
    for text in texts.split():
        game.apply(text)


def pass_until(game: Game, namespace: str) -> None:
    """Decline or take the first answer until a decision of this namespace comes up."""
    while not game.is_over and not game.legal()[0].startswith(namespace + "."):
        passes = [text for text in game.legal() if text.endswith(".pass")]
        game.apply(passes[0] if passes else game.legal()[0])
