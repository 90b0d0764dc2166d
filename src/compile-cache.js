import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/*
 * Loaded before the service, and JavaScript, so that its own start strips no types: what Node has compiled once it keeps for the next start.
 * The folder lies among the packages, which only those can write to whom the code is trusted. Where it cannot be made nothing is kept.
 */
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/svc', import.meta.url)))
