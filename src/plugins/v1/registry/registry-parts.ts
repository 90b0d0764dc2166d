import type { Detector } from '../../../domain/detection/detector.ts'
import type { Registry } from '../../../domain/registry/registry.ts'
import type { ControlSearch } from '../../../domain/search/control-search.ts'
import type { RateLimits } from '../../registry/rate-limits.ts'

/** What the routes of the registry work with. */
export interface RegistryParts {
  registry: Registry
  detector: Detector
  controlSearch: ControlSearch
  limits: RateLimits
}
