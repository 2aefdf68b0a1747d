// Starts the language server of Rulewright and hands it the files of games.
// In: VS Code. Out: a client of `rulewright lsp`. When the server ends, the client starts it again with what is on the screen.

const vscode = require("vscode");
const { LanguageClient, CloseAction, ErrorAction } = require("vscode-languageclient/node");

const MOST_STARTS = 5; // within three minutes; then something is wrong that another start does not put right
const MINUTES = 3 * 60 * 1000;
let client;

function files() {
  const tables = ["**/game.yaml", "**/map.yaml", "**/cards/*.yaml", "**/*.yaml"];
  return [
    { language: "rulewright" },
    { pattern: "**/*.{rules,scenario}" },
    ...tables.map((pattern) => ({ scheme: "file", pattern })),
  ];
}

function startAgain() {
  const starts = [];
  return {
    error: () => ({ action: ErrorAction.Continue }),
    closed: () => {
      const now = Date.now();
      starts.push(now);
      while (starts.length && starts[0] < now - MINUTES) starts.shift();
      return { action: starts.length <= MOST_STARTS ? CloseAction.Restart : CloseAction.DoNotRestart };
    },
  };
}

async function start() {
  const settings = vscode.workspace.getConfiguration("rulewright");
  const [command, ...args] = settings.get("command");
  client = new LanguageClient("rulewright", "Rulewright", { command, args }, {
    documentSelector: files(),
    errorHandler: startAgain(),
    initializationOptions: { game: settings.get("game") },
    synchronize: { configurationSection: "rulewright", fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{rules,scenario,yaml}") },
  });
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(`${command} could not be started: pip install "rulewright[lsp]" (${error.message})`);
  }
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("rulewright.restart", async () => {
      if (client) await client.stop().catch(() => undefined);
      await start();
    }),
  );
  await start();
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };
