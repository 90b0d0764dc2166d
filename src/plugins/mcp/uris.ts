const PREFIX = 'svc://frameworks/'

/** Templates of the resources (RFC 6570). */
export const FRAMEWORK_TEMPLATE = `${PREFIX}{id}`
export const CONTROL_TEMPLATE = `${PREFIX}{id}/controls/{control}`

/** Where a framework is read as a resource. */
export function frameworkUri(id: string): string {
  return PREFIX + encodeURIComponent(id)
}

/** Where a control is read as a resource. */
export function controlUri(framework: string, control: string): string {
  return `${frameworkUri(framework)}/controls/${encodeURIComponent(control)}`
}

/** What an address stands for; undefined where it is none of the service's. */
export function readUri(uri: string): { framework: string; control?: string } | undefined {
  const [, framework, control] = /^svc:\/\/frameworks\/([^/]+)(?:\/controls\/([^/]+))?$/.exec(uri) ?? []
  if (framework === undefined) return undefined
  try {
    return {
      framework: decodeURIComponent(framework),
      ...(control !== undefined && { control: decodeURIComponent(control) }),
    }
  } catch {
    return undefined
  }
}
