import { limits } from '@muster/domain/limits.ts'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'

type PersonGroups = { names: readonly string[]; count: number }

const maxPerRequest = limits.peopleChangedAtOnceMost

/** Returns the groups of the people of a zone by person; undefined until known. Empty for people without groups. */
export function usePeopleGroups(
  zoneId: string,
  userIds: readonly string[],
  { enabled }: { enabled: boolean },
): ReadonlyMap<string, PersonGroups> | undefined {
  const chunks = Array.from({ length: Math.ceil(userIds.length / maxPerRequest) }, (_, index) =>
    // Sorted, so that another order of the same people needs no request.
    userIds.slice(index * maxPerRequest, (index + 1) * maxPerRequest).toSorted(),
  )
  return useQueries({
    queries: chunks.map(chunk => ({
      ...orpc.groups.memberships.queryOptions({ input: { zoneId, userIds: chunk } }),
      enabled,
      placeholderData: keepPreviousData,
    })),
    combine: results =>
      results.some(({ data }) => data !== undefined)
        ? new Map(
            results.flatMap(({ data }) =>
              (data?.people ?? []).map(person => [person.userId, person] as const),
            ),
          )
        : undefined,
  })
}
