/** Takes the variables of a file `.env` in the working folder, where there is one; what the environment already has wins. */
export function readEnvFile(): void {
  try {
    process.loadEnvFile()
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')) throw cause
  }
}
