import type { Feature } from '../../platform/feature.ts'
import { type SearchServices, searchProcedures } from './search.procedures.ts'

export const searchFeature = {
  procedures: (services: SearchServices) => ({ search: searchProcedures(services) }),
} satisfies Feature
