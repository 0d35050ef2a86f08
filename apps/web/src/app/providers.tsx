import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react'
import { orpc } from '../lib/api.ts'
import { appearanceKey } from '../lib/appearance.ts'
import { hasCode } from '../lib/error-text.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { sessionStore } from '../lib/session-store.ts'
import { keepSessionReads } from '../offline/reads/session-reads.ts'
import { LiveRegion } from '../ui/live/live-region.tsx'
import { ErrorBoundary } from '../ui/states/error-boundary.tsx'
import { BaseToaster } from '../ui/toast/base-toaster.tsx'
import { NoticeToaster } from '../ui/toast/notice-toaster.tsx'
import { createReadFailures, nameReads } from './read-failures.ts'
import { cssVariables, theme } from './theme.ts'
import { unfedQueries } from './unfed-queries.ts'

const colorScheme = localStorageColorSchemeManager({ key: appearanceKey })

function createSessionCache(token: string) {
  const readFailures = createReadFailures()
  const heed = (error: unknown) => {
    // A PIN-verified entry ran out: the list of zones says which, and the guard then asks for the PIN again.
    if (hasCode(error, 'ZONE_ENTRY_REQUIRED'))
      void client.invalidateQueries({ queryKey: orpc.zones.mine.key() })
    // A second step is due by now: who one is says so, and the guard then leads to setting it up.
    if (hasCode(error, 'TWO_STEP_REQUIRED')) void client.invalidateQueries({ queryKey: orpc.auth.me.key() })
  }
  const client = createQueryClient({
    onRead: readFailures.onRead,
    onReadFailed(error, query) {
      heed(error)
      readFailures.onReadFailed(error, query)
    },
    onActFailed: heed,
  })
  nameReads(client)
  return { client, startKeeping: keepSessionReads(client, token, unfedQueries) }
}

type Props = {
  children: ReactNode
  /** A test has no layout, by which the library would take every pop-over for one out of sight. */
  env?: 'test'
}

/** Everything around the pages. Each session has its own cache: nothing of one user is ever shown to the next. */
export function Providers({ children, env }: Props) {
  const token = useSyncExternalStore(sessionStore.subscribe, () => sessionStore.get()?.token ?? '')
  const { client, startKeeping } = useMemo(() => createSessionCache(token), [token])
  useEffect(startKeeping, [startKeeping])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorScheme}
      env={env}
    >
      <QueryClientProvider client={client}>
        <ErrorBoundary key={token}>{children}</ErrorBoundary>
      </QueryClientProvider>
      <ErrorBoundary silent>
        <BaseToaster />
      </ErrorBoundary>
      <ErrorBoundary silent>
        <NoticeToaster />
      </ErrorBoundary>
      <ErrorBoundary silent>
        <LiveRegion />
      </ErrorBoundary>
    </MantineProvider>
  )
}
