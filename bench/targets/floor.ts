import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { benchFile, freePort, startNode } from '../processes/start-process.ts'
import { requestOf, send } from '../workloads/request.ts'
import type { ChatWorkload } from '../workloads/workload.ts'
import { saveFeed } from './saved-feed.ts'
import type { Scene, StartedTarget, Target } from './target.ts'

/** The least that Node can do for the same answers: what every ratio is to. */
export const floor: Target = {
  name: 'floor',
  role: 'floor',
  start: async (scene: Scene): Promise<StartedTarget> => {
    const { workload, upstream, folder } = scene
    const port = await freePort()
    if (workload.kind === 'feed') {
      const environment = { PORT: String(port), ...(await saveFeed(scene, workload)) }
      const started = await startNode(
        { args: [benchFile('targets/feed-floor.ts')], folder, environment },
        port,
      )
      return { ...started, path: '/', headers: {} }
    }
    const environment = {
      PORT: String(port),
      UPSTREAM: upstream,
      ...(workload.frameworks && { BODY: await savePrompt(scene, workload) }),
    }
    const started = await startNode({ args: [benchFile('targets/chat-floor.ts')], folder, environment }, port)
    return {
      ...started,
      path: '/v1/chat/completions',
      headers: { 'content-type': 'application/json', authorization: 'Bearer floor' },
      model: 'upstream-model',
    }
  },
}

/** Asks the service once, and keeps what it sent upstream in a file, so that the floor sends the same bytes. */
async function savePrompt({ upstream, folder, service }: Scene, workload: ChatWorkload): Promise<string> {
  if (!service) throw new Error('it sends what the service sends, and that did not start')
  await send(service.origin, requestOf(workload, service))
  const { bytes } = await send(upstream, { method: 'GET', path: '/last-body', headers: {} })
  const file = join(folder, 'prompt.json')
  await writeFile(file, bytes)
  return file
}
