import { existsSync } from 'node:fs'
import { benchFile, freePort, startNode } from '../processes/start-process.ts'
import { isCommon } from '../workloads/workload.ts'
import type { Scene, StartedTarget, Target } from './target.ts'

const SERVER = benchFile('peers/node_modules/@portkey-ai/gateway/build/start-server.js')

/** Portkey's gateway, an OpenAI-compatible one on Node: calls alone, it has no feeds. */
export const portkey: Target = {
  name: 'portkey',
  role: 'peer',
  suits: (workload) => workload.kind === 'chat' && isCommon(workload),
  absent: () => (existsSync(SERVER) ? undefined : 'no @portkey-ai/gateway in bench/peers'),
  start: async ({ upstream, folder }: Scene): Promise<StartedTarget> => {
    const port = await freePort()
    const environment = { NODE_ENV: 'production' }
    const started = await startNode(
      { args: [SERVER, `--port=${port}`, '--headless'], folder, environment },
      port,
    )
    return {
      ...started,
      path: '/v1/chat/completions',
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer portkey',
        'x-portkey-provider': 'openai',
        'x-portkey-custom-host': `${upstream}/v1`,
      },
      model: 'upstream-model',
    }
  },
}
