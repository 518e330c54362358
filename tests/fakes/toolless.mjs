// Offers no tools, and writes its log to standard output, as objects.
import { createInterface } from "node:readline";

const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  send({ level: "info", message: `asked for ${method}` });
  if (id === undefined) return;
  const result = {
    protocolVersion: params?.protocolVersion,
    capabilities: {},
    serverInfo: { name: "toolless", version: "1.0.0" },
  };
  if (method === "initialize") send({ jsonrpc: "2.0", id, result });
  else send({ jsonrpc: "2.0", id, error: { code: -32601, message: `no method ${method}` } });
});
process.stdin.on("end", () => process.exit(0));
