// Leaves a grandchild behind that has a session of its own and does not listen to TERM.
import { spawn } from "node:child_process";
import { object, serve, text } from "./stdio.mjs";

const script = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);';
const child = spawn(process.execPath, ["-e", script], { detached: true, stdio: "ignore" });
child.unref();
serve({
  list: () => ({ tools: [{ name: "pid", inputSchema: object }] }),
  call: () => text(String(child.pid)),
});
process.on("SIGTERM", () => {});
