// Preloaded into a child process: ends it when its parent is gone, even if that was killed.
process.on("disconnect", () => process.exit(0));
process.channel?.unref();
