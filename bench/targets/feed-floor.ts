import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/*
 * The floor of a feed: bytes that are ready, as they are or as gzip, or 304. `PORT` says where it listens, `FEED` and `FEED_GZIP` name
 * the files that it reads at its start.
 */

const plain = readFileSync(process.env['FEED'] ?? '')
const gzip = readFileSync(process.env['FEED_GZIP'] ?? '')
const etag = '"bench"'
const common = {
  'content-type': 'application/json',
  vary: 'accept-encoding',
  etag,
  'cache-control': 'public, max-age=300',
}
const plainHead = { ...common, 'content-length': plain.length }
const gzipHead = { ...common, 'content-length': gzip.length, 'content-encoding': 'gzip' }

createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const { 'if-none-match': known, 'accept-encoding': encodings } = request.headers
  if (known === etag) response.writeHead(304, common).end()
  else if (encodings?.includes('gzip')) response.writeHead(200, gzipHead).end(gzip)
  else response.writeHead(200, plainHead).end(plain)
}).listen({ port: Number(process.env['PORT']), host: '127.0.0.1', backlog: 4_096 })
