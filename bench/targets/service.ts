import { fileURLToPath } from 'node:url'
import packageJson from '../../package.json' with { type: 'json' }
import { freePort, startNode, type StartedProcess } from '../processes/start-process.ts'
import { BENCH_ACCOUNT } from './bench-account.ts'
import type { Scene, StartedTarget, Target } from './target.ts'

/** The service as `npm start` runs it, with its log on and its key checked and billed. */
export const service: Target = {
  name: 'svc',
  role: 'service',
  start: async ({ workload, upstream, folder }: Scene): Promise<StartedTarget> => {
    const extra = workload.kind === 'chat' ? await workload.environment?.(folder) : undefined
    const started = await startService(folder, { UPSTREAM_BASE_URL: `${upstream}/v1`, ...extra })
    return workload.kind === 'feed'
      ? { ...started, path: '/api/public/frameworks/v1', headers: {} }
      : {
          ...started,
          path: '/v1/chat/completions',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${BENCH_ACCOUNT.BOOTSTRAP_API_KEY}`,
          },
          model: 'svc-fast',
        }
  },
}

/** The service's process, in a folder without an `.env`. */
export async function startService(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<StartedProcess> {
  const port = await freePort()
  const [, ...command] = packageJson.scripts.start.split(' ')
  // Files by their whole path, since the working folder is another.
  const args = command.map((part) =>
    /^(?:\.\/)?src\//.test(part) ? fileURLToPath(new URL(`../../${part}`, import.meta.url)) : part,
  )
  return startNode(
    { args, folder, environment: { ...BENCH_ACCOUNT, ...environment, PORT: String(port) } },
    port,
  )
}
