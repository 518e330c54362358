// What every scripted server shares: lines of JSON-RPC on standard input and output.
import { createInterface } from "node:readline";

export const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

export const object = { type: "object", properties: {} };

export const text = (content) => ({ content: [{ type: "text", text: content }] });

/** Answers `initialize`, `ping`, `tools/list` and `tools/call`; `list` and `call` give results. */
export function serve({ list, call }) {
  createInterface({ input: process.stdin }).on("line", async (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    switch (method) {
      case "initialize":
        return send({
          id,
          result: {
            protocolVersion: params.protocolVersion,
            capabilities: { tools: { listChanged: true } },
            serverInfo: { name: "scripted", version: "1.0.0" },
          },
        });
      case "ping":
        return send({ id, result: {} });
      case "tools/list":
        return send({ id, result: await list(params ?? {}) });
      case "tools/call":
        return send({ id, result: await call(params) });
      default:
        return send({ id, error: { code: -32601, message: `no method ${method}` } });
    }
  });
  process.stdin.on("end", () => process.exit(0));
}
