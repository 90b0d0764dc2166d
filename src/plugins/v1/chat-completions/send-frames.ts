import type { ServerResponse } from 'node:http'
import type { RunningCall } from '../../../domain/calls/running-call.ts'

/** A comment, which a reader of events passes over. */
export const PING = ': ping\n'

/**
 * Writes the frames of an answer as they come, until they end or their reader has gone. A reader that falls behind slows them. One that
 * has heard nothing for `keepaliveMs` gets a ping: proxies cut connections that stay silent, and a model may reason for long.
 * The call hears when its upstream is waited for, and when its client is.
 */
export async function sendFrames(
  response: ServerResponse,
  frames: AsyncGenerator<string, void, void>,
  call: RunningCall,
  keepaliveMs: number,
): Promise<void> {
  const silence = setInterval(() => {
    // Where bytes wait for the reader already, it is not the service that is silent.
    if (!response.writableNeedDrain) response.write(PING)
  }, keepaliveMs)
  try {
    while (!response.destroyed) {
      call.waitsForUpstream(true)
      const { done, value } = await frames.next()
      call.waitsForUpstream(false)
      if (response.destroyed) break
      if (done === true) return void response.end()
      silence.refresh()
      if (!response.write(value)) await room(response)
    }
  } finally {
    clearInterval(silence)
    await frames.return()
  }
}

/** Settles when the response takes more, or never will. */
function room(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const over = (): void => {
      response.off('drain', over).off('close', over)
      resolve()
    }
    response.on('drain', over).on('close', over)
  })
}
