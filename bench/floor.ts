import { createServer } from 'node:http'

/** The least a Node server can do for an answer: read the request, send the bytes. */
const bytes = Buffer.from(process.argv[2] ?? '', 'base64')
createServer((incoming, response) => {
  incoming.resume()
  incoming.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes)
  })
}).listen(Number(process.env['PORT']), '127.0.0.1')
