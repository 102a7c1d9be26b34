// Workers alone have these: tests of what workers do with them are checked with the types of a page.
interface FileSystemSyncAccessHandle {
  getSize(): number
  read(into: AllowSharedBufferSource, options?: { at?: number }): number
  write(bytes: AllowSharedBufferSource, options?: { at?: number }): number
  truncate(size: number): void
  flush(): void
  close(): void
}
interface FileSystemFileHandle {
  createSyncAccessHandle(): Promise<FileSystemSyncAccessHandle>
}
