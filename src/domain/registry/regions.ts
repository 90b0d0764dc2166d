/** The region codes of the catalog and the words the hub shows for them. */
export const REGION_LABELS = {
  global: 'Global',
  eu: 'European Union',
  europe: 'Europe (national)',
  uk: 'United Kingdom',
  us: 'United States (federal)',
  'us-states': 'United States (states)',
  canada: 'Canada',
  latam: 'Latin America',
  apac: 'Asia-Pacific',
  'middle-east': 'Middle East',
  africa: 'Africa',
} as const

export type Region = keyof typeof REGION_LABELS

export const REGIONS = Object.keys(REGION_LABELS) as [Region, ...Region[]]

/**
 * A region aggregator: an entry for a hub page that gathers the frameworks of one region. It holds no knowledge of its
 * own, so it is no catalog entry and no valid pin (description 2.2).
 */
export interface RegionAggregator {
  slug: string
  name: string
  region: Region
  summary: string
}
