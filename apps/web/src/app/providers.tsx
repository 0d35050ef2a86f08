import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { findDirection } from '@muster/domain/language.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useSyncExternalStore } from 'react'
import { orpc } from '../lib/api.ts'
import { appearanceKey } from '../lib/appearance.ts'
import { clearDraftsOnSignOut, expireDrafts } from '../lib/drafts/draft-store.ts'
import { hasCode } from '../lib/error-text.ts'
import { loadEventually } from '../lib/load-eventually.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { sessionStore } from '../lib/session-store.ts'
import { cacheSessionReads } from '../offline/reads/session-reads.ts'
import { LiveRegion } from '../ui/live/live-region.tsx'
import { ErrorBoundary } from '../ui/states/error-boundary.tsx'
import { BaseToaster } from '../ui/toast/base-toaster.tsx'
import { assignFailureTexts, createReadFailures } from './read-failures.ts'
import { cssVariablesResolver, theme } from './theme.ts'
import { unfedQueryKeys } from './unfed-queries.ts'

const colorSchemeManager = localStorageColorSchemeManager({ key: appearanceKey })

// Loads after the first page: nothing in the background happens before.
const NoticeToaster = lazy(async () => ({
  default: (await loadEventually(() => import('../ui/toast/notice-toaster.tsx'))).NoticeToaster,
}))

function createSessionCache(token: string) {
  const readFailures = createReadFailures()
  const handleError = (error: unknown) => {
    // A zone entry has expired: the refetched list of zones shows which one, and the guard asks for its PIN again.
    if (hasCode(error, 'ZONE_ENTRY_REQUIRED'))
      void client.invalidateQueries({ queryKey: orpc.zones.mine.key() })
    // The second step is now due: the refetched profile shows it, and `TwoStepGuard` shows its setup.
    if (hasCode(error, 'TWO_STEP_REQUIRED')) void client.invalidateQueries({ queryKey: orpc.auth.me.key() })
  }
  const client = createQueryClient({
    onRead: readFailures.onRead,
    onReadFailed(error, query) {
      handleError(error)
      readFailures.onReadFailed(error, query)
    },
    onActFailed: handleError,
  })
  assignFailureTexts(client)
  return { client, startKeeping: cacheSessionReads(client, token, unfedQueryKeys) }
}

type Props = {
  children: ReactNode
  /** `test` for tests: they have no layout, so the library would consider every popover hidden. */
  env?: 'test'
}

/** Provides the contexts for all pages. Each session has its own cache, so that one user's data is never shown to the next. */
export function Providers({ children, env }: Props) {
  const token = useSyncExternalStore(sessionStore.subscribe, () => sessionStore.get()?.token ?? '')
  const { client, startKeeping } = useMemo(() => createSessionCache(token), [token])
  useEffect(startKeeping, [startKeeping])
  useEffect(() => {
    expireDrafts()
    return clearDraftsOnSignOut()
  }, [])
  return (
    <I18nProvider i18n={i18n}>
      <DirectionProvider initialDirection={findDirection(i18n.locale)} detectDirection={false}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariablesResolver}
          defaultColorScheme="auto"
          colorSchemeManager={colorSchemeManager}
          env={env}
        >
          <QueryClientProvider client={client}>
            <ErrorBoundary key={token}>{children}</ErrorBoundary>
          </QueryClientProvider>
          <ErrorBoundary silent>
            <BaseToaster />
          </ErrorBoundary>
          <ErrorBoundary silent>
            <Suspense>
              <NoticeToaster />
            </Suspense>
          </ErrorBoundary>
          <ErrorBoundary silent>
            <LiveRegion />
          </ErrorBoundary>
        </MantineProvider>
      </DirectionProvider>
    </I18nProvider>
  )
}
