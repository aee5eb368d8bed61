// A stand-in for the editor and for its client library: it starts the extension and tells what came of it.
// The library's double does what the true one does here: it runs the server, asks it one question, and shows a
// message of its own wherever the true one does.
"use strict";

const Module = require("module");

const [, , extension, command] = process.argv;
const shown = [];
const logged = [];
let answer;

const nothing = { dispose() {} };
const vscode = {
  workspace: {
    workspaceFolders: [{ uri: { fsPath: process.cwd() } }],
    getConfiguration: () => ({ get: () => JSON.parse(command) }),
    createFileSystemWatcher: () => nothing,
    onDidChangeConfiguration: () => nothing,
  },
  window: {
    // Nobody ever answers: activating must not wait for it.
    showErrorMessage: (text) => {
      shown.push(text);
      return new Promise(() => {});
    },
  },
  commands: { registerCommand: () => nothing, executeCommand: async () => undefined },
};

class LanguageClient {
  constructor(id, name, server, options) {
    Object.assign(this, { name, server, clientOptions: options, state: 0 });
  }

  createDefaultErrorHandler() {
    return { error: () => ({ action: 1 }), closed: () => ({ action: 1 }) };
  }

  error(message, data, showNotification) {
    logged.push(message);
    if (showNotification !== false) {
      vscode.window.showErrorMessage(message);
    }
  }

  async start() {
    try {
      this.child = await this.server();
      answer = await this.initialize();
      this.state = 2;
    } catch (error) {
      this.error("couldn't create connection to server", error, "force");
      throw error;
    }
  }

  initialize() {
    return new Promise((resolve, reject) => {
      let heard = "";
      const params = { processId: null, rootUri: null, capabilities: {} };
      const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
      this.child.stdout.on("data", (data) => {
        heard += data;
        const [head, body] = heard.split("\r\n\r\n");
        const length = Number(/Content-Length: (\d+)/.exec(head)?.[1]);
        if (body !== undefined && Buffer.byteLength(body) >= length) {
          resolve(JSON.parse(body));
        }
      });
      this.child.once("close", () => reject(new Error("write EPIPE")));
      this.child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
    });
  }

  async stop() {
    this.child.kill();
  }
}

const library = { LanguageClient, State: { Running: 2 }, ErrorAction: { Shutdown: 2 }, CloseAction: { DoNotRestart: 1 } };
const doubles = { vscode, "vscode-languageclient/node": library };
const load = Module._load;
Module._load = (request, ...rest) => doubles[request] ?? load(request, ...rest);

(async () => {
  const { activate, deactivate } = require(extension);
  await activate({ subscriptions: [] });
  await deactivate();
  console.log(JSON.stringify({ shown, logged, abilities: Object.keys(answer?.result?.capabilities ?? {}) }));
  process.exit(0);
})();
