// The client: starts `rulewright lsp` and hands it to the editor. All knowledge is in the server.
"use strict";

const vscode = require("vscode");
const { LanguageClient, State } = require("vscode-languageclient/node");

const LANGUAGE = "rules";
const PAGE = "Install Rulewright with `pip install 'rulewright[lsp]'`, or set `rulewright.command`.";

/** @type {LanguageClient | undefined} */
let client;

function command() {
  const words = vscode.workspace.getConfiguration("rulewright").get("command");
  return Array.isArray(words) && words.length > 0 ? words.map(String) : ["rulewright", "lsp"];
}

async function start() {
  const [program, ...args] = command();
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  client = new LanguageClient(
    "rulewright",
    "Rulewright",
    { command: program, args, options: { cwd: folder } },
    {
      documentSelector: [
        { scheme: "file", language: LANGUAGE },
        { scheme: "untitled", language: LANGUAGE },
      ],
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.rules") },
    },
  );
  try {
    await client.start();
  } catch (error) {
    const answer = await vscode.window.showErrorMessage(
      `Rulewright: \`${program}\` could not be started (${error instanceof Error ? error.message : error}). ${PAGE}`,
      "Open settings",
    );
    if (answer !== undefined) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "rulewright.command");
    }
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
