// The client: starts `rulewright lsp` and hands it to the editor. All knowledge is in the server.
"use strict";

const { spawn } = require("child_process");
const vscode = require("vscode");
const { CloseAction, ErrorAction, LanguageClient, State } = require("vscode-languageclient/node");

const LANGUAGE = "rules";
const WAY_OUT = "Install Rulewright with `pip install 'rulewright[lsp]'`, or set `rulewright.command`.";

/** Until the server answers, every failure is told once, by us, and not by each layer of the library in turn. */
class Client extends LanguageClient {
  isStarting = true;

  error(message, data, showNotification) {
    super.error(message, data, this.isStarting ? false : showNotification);
  }
}

/** @type {Client | undefined} */
let client;

function command() {
  const words = vscode.workspace.getConfiguration("rulewright").get("command");
  return Array.isArray(words) && words.length > 0 ? words.map(String) : ["rulewright", "lsp"];
}

/** What to tell if the server can't be started; what it has said itself is the best reason. */
function complaint(program, error, said, code) {
  if (error?.code === "ENOENT") {
    return `Rulewright: there is no program \`${program}\`. ${WAY_OUT}`;
  }
  const ended = code === undefined ? (error instanceof Error ? error.message : String(error)) : `it ended with ${code}`;
  const reason = said.trim().split("\n").pop() || ended;
  return `Rulewright: \`${program}\` could not be started (${reason}). ${WAY_OUT}`;
}

async function start() {
  const [program, ...args] = command();
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  let said = "";
  let failure;
  let code;
  const server = () =>
    new Promise((resolve, reject) => {
      const child = spawn(program, args, { cwd: folder });
      child.once("spawn", () => resolve(child));
      child.once("error", (error) => {
        failure = error;
        reject(error);
      });
      child.once("exit", (number, signal) => {
        code = number ?? signal;
      });
      child.stdin.on("error", () => {}); // a server that is gone; the client notices by itself
      child.stderr.on("data", (text) => {
        said = (said + text).slice(-2000);
      });
    });
  const started = new Client("rulewright", "Rulewright", server, {
    documentSelector: [
      { scheme: "file", language: LANGUAGE },
      { scheme: "untitled", language: LANGUAGE },
    ],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.rules") },
    initializationFailedHandler: () => false,
  });
  const usual = started.createDefaultErrorHandler();
  started.clientOptions.errorHandler = {
    error: (error, message, count) =>
      started.isStarting ? { action: ErrorAction.Shutdown, handled: true } : usual.error(error, message, count),
    closed: () => (started.isStarting ? { action: CloseAction.DoNotRestart, handled: true } : usual.closed()),
  };
  client = started;
  try {
    await started.start();
    started.isStarting = false;
  } catch (error) {
    tell(complaint(program, failure ?? error, said, code)); // nobody waits for the answer
  }
}

async function tell(message) {
  const answer = await vscode.window.showErrorMessage(message, "Open settings");
  if (answer !== undefined) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "rulewright.command");
  }
}

async function stop() {
  const old = client;
  client = undefined;
  if (old !== undefined && old.state === State.Running) {
    await old.stop();
  }
}

/** @param {vscode.ExtensionContext} context */
async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("rulewright.restart", async () => {
      await stop();
      await start();
    }),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("rulewright.command")) {
        await stop();
        await start();
      }
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
