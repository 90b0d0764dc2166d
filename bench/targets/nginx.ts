import { accessSync, constants } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { freePort, startProgram } from '../processes/start-process.ts'
import { tellsUsage } from '../processes/system-usage.ts'
import { saveFeed } from './saved-feed.ts'
import { isCommon } from '../workloads/workload.ts'
import type { Scene, StartedTarget, Target } from './target.ts'

/** nginx with one worker: the feed as static files, calls handed on without a buffer. */
export const nginx: Target = {
  name: 'nginx',
  role: 'peer',
  suits: isCommon,
  absent: () => {
    if (program() === undefined) return 'no nginx on the PATH'
    return tellsUsage() ? undefined : 'what it uses can be read on Linux alone'
  },
  start: async (scene: Scene): Promise<StartedTarget> => {
    const { workload, folder } = scene
    const port = await freePort()
    const file = join(folder, 'nginx.conf')
    if (workload.kind === 'feed') await saveFeed(scene, workload)
    await writeFile(file, configuration(scene, port))
    const args = ['-c', file, '-p', folder, '-e', 'stderr']
    const started = await startProgram({ program: program() ?? '', args, folder }, port)
    return workload.kind === 'feed'
      ? { ...started, path: '/feed.json', headers: {} }
      : {
          ...started,
          path: '/v1/chat/completions',
          headers: { 'content-type': 'application/json', authorization: 'Bearer nginx' },
          model: 'upstream-model',
        }
  },
}

const FILES = `
  server {
    LISTEN root FOLDER;
    location / { gzip_static on; open_file_cache max=10; add_header Cache-Control "public, max-age=300"; }
  }`

const HAND_ON = `
  upstream mock { server UPSTREAM; keepalive 1024; keepalive_requests 1000000000; }
  server {
    LISTEN
    location / { proxy_pass http://mock; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffering off; }
  }`

function configuration({ workload, upstream, folder }: Scene, port: number): string {
  const server = (workload.kind === 'feed' ? FILES : HAND_ON)
    .replace('LISTEN', `listen 127.0.0.1:${port} backlog=4096;`)
    .replace('FOLDER', folder)
    .replace('UPSTREAM', new URL(upstream).host)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join(' ')
  return `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 1; pid ${join(folder, 'nginx.pid')};
error_log stderr crit;
events { worker_connections 16384; }
http {
  access_log off; keepalive_requests 1000000000; sendfile on; tcp_nopush on; types { application/json json; }
  client_max_body_size 16m; client_body_buffer_size 1m; ${temporary}${server}
}
`
}

function program(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, 'nginx')).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
