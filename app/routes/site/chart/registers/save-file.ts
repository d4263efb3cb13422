/** Downloads a file in the user's browser. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has its own copy once the download has started.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
