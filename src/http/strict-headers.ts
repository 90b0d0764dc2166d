/** A year, as browsers ask for. */
const HSTS = 'max-age=31536000'

/**
 * What every answer begins with: nothing may guess its type, run or frame it, learn where a link in it led from, embed it elsewhere or
 * keep it. A surface that needs more, as pages need their sheet and feeds their caches, says so itself.
 *
 * @param https whether people reach the service by https: only then may browsers be told to use nothing else
 */
export function strictHeaders(https: boolean): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    ...(https && { 'strict-transport-security': HSTS }),
  }
}
