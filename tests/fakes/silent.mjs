// Starts, reads, and never answers.
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
