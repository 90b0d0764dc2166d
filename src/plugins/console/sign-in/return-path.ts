/** Where a person goes after signing in when nothing better is known. */
export const HOME = '/console/keys'

/** A path of the console, as a link of ours may name it. */
const OWN_PATH = /^\/console(?:\/[\w-]+)*(?:\?[\w=&%.:+-]*)?$/

/** The longest path that is worth going back to. */
const LENGTH_MOST = 300

/** The path to go to: what was asked for, if it is a page of the console and not of the sign-in; never another host. */
export function returnPath(asked: unknown): string {
  if (typeof asked !== 'string' || asked.length > LENGTH_MOST || !OWN_PATH.test(asked)) return HOME
  return asked === '/console' || asked.startsWith('/console/sign-') ? HOME : asked
}
