/** Where a person goes after signing in when nothing better is known. */
export const HOME = '/console/keys'

/** A path of the console, as a link of ours may name it. */
const OWN_PATH = /^\/console(?:\/[\w-]+)*$/

/**
 * What of a query leads back to the same view: days, the id of a key, words of ours. Where a person goes to is kept until the sign-in ends,
 * so what else they typed, a search say, is left behind.
 */
const OF_VIEW =
  /^(?:(?:from|to)=\d{4}-\d{2}-\d{2}|key=[0-9A-Za-z]{12}|by=(?:model|framework|key|status)|measure=(?:cost|calls|tokens))$/

/** The longest path that is worth going back to. */
const LENGTH_MOST = 300

/** The path to go to: what was asked for, if it is a page of the console and not of the sign-in; never another host. */
export function returnPath(asked: unknown): string {
  if (typeof asked !== 'string' || asked.length > LENGTH_MOST) return HOME
  const [path = '', query = ''] = asked.split('?', 2)
  if (!OWN_PATH.test(path) || path === '/console' || path.startsWith('/console/sign-')) return HOME
  const view = query.split('&').filter((field) => OF_VIEW.test(field))
  return view.length === 0 ? path : `${path}?${view.join('&')}`
}
