import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NODE, SERVER, startServer, type Ending } from '../smoke/spawned-process.ts'
import { startUpstream } from '../support/upstream-server.ts'
import { HANGING, streamed } from './exits.ts'
import { chat, MARKS, marked, silence, untilAnswer, type Target } from './marked.ts'
import { readAll, Written } from './search.ts'
import { STORES, type StoreName } from './stores.ts'

const FAULT = fileURLToPath(new URL('fault-of-words.ts', import.meta.url))

/** A service and the model that it asks. */
type Called = Pick<Target, 'url' | 'upstream'>

/** A service with calls under way, about to die. */
export interface Dying extends Called {
  signal: (name: NodeJS.Signals) => void
  ended: Promise<Ending>
  /** What it showed when it had started. */
  banner: string
}

/** What a service left behind. */
export interface Remains {
  ending: Ending
  banner: string
  /** Standard output and standard error. */
  output: Written
  /** Everything below its working folder, its home and its folder for temporary files, and its store. */
  files: Written
  fileNames: string[]
}

export interface DeathOptions {
  store?: StoreName
  /** What SIGUSR2 makes. */
  fault?: 'thrown' | 'rejected' | 'memory' | 'none'
  /** Flags of Node, and the limit of core files as `ulimit` takes it. */
  flags?: readonly string[]
  coreLimit?: string
}

/**
 * Starts the real process in a folder of its own, brings marked texts into it in every state that a call has (a body that is half there,
 * a call that waits for its model, a stream in the middle), has it die, and collects what is left.
 */
export async function remainsOf(
  die: (dying: Dying) => Promise<unknown>,
  { store: storeName = 'file', fault = 'thrown', flags = [], coreLimit = '0' }: DeathOptions = {},
): Promise<Remains> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-died-'))
  const store = await STORES[storeName](folder)
  const upstream = await startUpstream()
  let ended = false
  const end = async (): Promise<string> => {
    ended = true
    return (await store.end()).files
  }
  try {
    const shell = ['sh', '-c', `ulimit -c ${coreLimit}; exec "$@"`, 'sh'] as const
    const server = await startServer(
      {
        ...store.environment,
        BOOTSTRAP_API_KEY: MARKS.ownKey,
        BOOTSTRAP_CREDIT_USD: '100000',
        UPSTREAM_BASE_URL: upstream.url,
        UPSTREAM_API_KEY: MARKS.upstreamKey,
        FAST_CONTEXT_WINDOW: '10000000',
        SHUTDOWN_GRACE_MS: '0',
        LOG_LEVEL: 'debug',
        HOME: folder,
        TMPDIR: folder,
        FAULT: fault,
        FAULT_WORDS: `cannot handle ${MARKS.crash}\n    at ${MARKS.trace} (/srv/${MARKS.trace}:12:34)`,
      },
      {
        directory: folder,
        command: [
          ...shell,
          NODE,
          '--disable-warning=ExperimentalWarning',
          '--import',
          FAULT,
          ...flags,
          SERVER,
        ],
      },
    )
    const banner = server.stdout()
    await beginCalls({ url: server.url, upstream })
    const [ending] = await Promise.all([
      server.ended,
      die({ url: server.url, upstream, signal: server.signal, ended: server.ended, banner }),
    ])
    const { files, fileNames } = await readAll(folder)
    return {
      ending,
      banner,
      output: new Written(server.stdout(), server.stderr()),
      files: new Written(files, await end()),
      fileNames,
    }
  } finally {
    if (!ended) await end()
    await upstream.close()
    await rm(folder, { recursive: true })
  }
}

async function beginCalls(target: Called): Promise<void> {
  await sendHalf(target.url)
  const { answer, arrived } = silence()
  target.upstream.answer(answer)
  void chat(target).catch(() => undefined)
  await arrived
  target.upstream.answer(HANGING)
  await untilAnswer(await chat(target, streamed))
}

/** Sends a body without its end. */
function sendHalf(url: string): Promise<void> {
  const body = JSON.stringify(marked())
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
  return new Promise((resolve) => {
    socket.write(
      [
        'POST /v1/chat/completions HTTP/1.1',
        'host: svc',
        `authorization: Bearer ${MARKS.ownKey}`,
        'content-type: application/json',
        `content-length: ${body.length * 2}`,
        '',
        body,
      ].join('\r\n'),
      () => resolve(),
    )
  })
}

/** Bytes of a prompt, and how many such prompts together are more than a small heap. */
const LARGE = 4 * 1024 * 1024
const MANY = 32

/** Fills the memory with large prompts that wait for their model, and where that was not enough, with what the fault makes. */
export async function fillMemory({ url, upstream, signal, ended }: Dying): Promise<void> {
  const sentence = `What does DORA ask of ${MARKS.user}? `
  const content = sentence.repeat(LARGE / sentence.length)
  const arrived = new Promise<void>((resolve) => {
    let waiting = 0
    upstream.answer(() => {
      waiting += 1
      if (waiting === MANY) resolve()
    })
  })
  for (let sent = 0; sent < MANY; sent += 1) {
    void chat({ url }, { messages: [{ role: 'user', content }] }).catch(() => undefined)
  }
  await Promise.race([arrived, ended])
  signal('SIGUSR2')
}
