/** "ENOENT: no such file or directory, scandir '/nope'" → "There is no file or folder /nope." Null for any other error. */
export function describeFileFault(error: unknown): string | null {
  const { code, syscall, path } = Object(error) as NodeJS.ErrnoException
  // Errors of read streams have no path.
  if (code === 'EISDIR') return `${path ?? 'This'} is a folder, and a file is needed.`
  if (!path) return null
  if (code === 'ENOENT') return `There is no file or folder ${path}.`
  if (code === 'ENOTDIR' || (code === 'EEXIST' && syscall === 'mkdir')) return `${path} isn’t a folder.`
  return code === 'EACCES' || code === 'EPERM' ? `This user may not open ${path}.` : null
}
