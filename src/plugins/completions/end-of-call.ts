import type { ServerResponse } from 'node:http'
import { EarlyEnd } from '../../domain/early-end.ts'
import { ClientLeft } from '../../domain/calls/running-call.ts'
import { PING } from './event-stream.ts'

/** When a client that ended its side is probed, in milliseconds after the probe before; the last one repeats. */
const PROBES_MS = [50, 150, 300, 600, 1_200, 2_400, 5_000]

/**
 * What ends the call of a request early. It aborts, with `ClientLeft`, when the client goes before its answer is whole; the call aborts
 * it for any other reason. Fastify's own `request.signal` fires as soon as a POST body has been read, so the raw socket decides.
 *
 * A client that ends its side of the connection may have left, or may only have said that its request is whole. Which of them only a
 * write tells: a system whose program has left answers it with a reset. So small harmless bytes are written until then.
 */
export function endOfCall(response: ServerResponse): EarlyEnd {
  const end = new EarlyEnd()
  const leave = (): void => end.abort(new ClientLeft())
  const { socket } = response.req
  if (response.destroyed) leave()
  else {
    const probe = (): void => probeRepeatedly(response)
    if (socket.readableEnded) probe()
    else socket.once('end', probe)
    response.once('close', () => {
      socket.off('end', probe)
      if (!response.writableEnded) leave()
    })
  }
  return end
}

function probeRepeatedly(response: ServerResponse): void {
  let timer: NodeJS.Timeout | undefined
  let count = 0
  const next = (): void => {
    if (response.writableEnded) return
    probe(response)
    timer = setTimeout(next, PROBES_MS[Math.min(count, PROBES_MS.length - 1)])
    count += 1
  }
  response.once('close', () => clearTimeout(timer))
  next()
}

function probe(response: ServerResponse): void {
  // HTTP/1.0 knows nothing that may come before an answer: there an end counts as leaving.
  if (response.req.httpVersion === '1.0') response.destroy()
  // Every client passes over a 100, many stumble over other interim answers.
  else if (!response.headersSent) response.writeContinue()
  // Frames are written whole, so a comment falls between two of them. Where bytes wait already, they are the probe.
  else if (!response.writableNeedDrain) response.write(PING)
}
