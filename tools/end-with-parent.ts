// This module is preloaded into a child process and ends it when its parent has exited, even if the parent was killed.
process.on("disconnect", () => process.exit(0));
process.channel?.unref();
