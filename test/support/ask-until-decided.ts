/** Where the machine is busy a call may be turned away before anything was done for it. Such a call is asked again. */
export async function askUntilDecided(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await ask()
    if (response.status !== 503) return response
    await response.arrayBuffer()
  }
}
