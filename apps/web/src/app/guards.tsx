import { t } from '@lingui/core/macro'
import { Button, Center } from '@mantine/core'
import { Navigate, useLocation, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { paths, toInnerPath } from '../lib/paths.ts'
import { useSelectedZone } from '../lib/session/use-selected-zone.ts'
import { useMe, useSession } from '../lib/session/use-session.ts'
import { useSignOut } from '../lib/session/use-sign-out.ts'
import { sessionStore } from '../lib/session-store.ts'
import { ErrorState } from '../ui/states/error-state.tsx'
import { LoadingScreen } from '../ui/states/loading-screen.tsx'
import { getPathAfterSignIn, mustChooseZone, needsNoZone, readZoneParam } from './guard-rules.ts'

/** People who are not signed in are redirected to /login, which returns them to the page they requested. */
export function AuthGuard({ children }: { children: ReactNode }) {
  const session = useSession()
  if (session.status === 'signed-in') return children
  if (session.status === 'loading') return <LoadingScreen />
  if (session.status === 'failed') return <SessionFailed error={session.error} retry={session.retry} />
  return <RedirectToLogin />
}

/** Shown when there is a session but its owner could not be loaded. Signing out is always possible, at least on this device. */
function SessionFailed({ error, retry }: { error: Error; retry: () => void }) {
  const signOut = useSignOut()
  return (
    <Center component="main" mih="100dvh" p="md">
      <ErrorState title={t`Failed to load profile`} error={error} onRetry={retry}>
        <Button variant="default" onClick={() => void signOut()}>
          {t`Sign Out`}
        </Button>
      </ErrorState>
    </Center>
  )
}

/**
 * Redirects to /login and passes the requested page on, unless the person signed out on purpose. Like `RedirectToZoneSelection`, it reads
 * the URL only once: during navigation the router already has the new URL while the guard is still mounted.
 */
function RedirectToLogin() {
  const router = useRouter()
  const [search] = useState(() =>
    sessionStore.endedOnPurpose() ? {} : { from: toInnerPath(router.state.location.href) },
  )
  return <Navigate to={paths.login} search={search} replace />
}

function RedirectToZoneSelection() {
  const router = useRouter()
  const [search] = useState(() => {
    const next = toInnerPath(router.state.location.href)
    return { zone: readZoneParam(next), next }
  })
  return <Navigate to={paths.zoneSelection} search={search} replace />
}

export function ZoneGuard({ children }: { children: ReactNode }) {
  const pathname = useLocation({ select: location => location.pathname })
  const { profile, landing } = useMe()
  const { zone, availableZones, status, error, retry, isZoneBound } = useSelectedZone()
  if (!isZoneBound || needsNoZone(pathname)) return children
  if (status === 'loading') return <LoadingScreen fill={false} />
  if (status === 'failed') {
    return (
      <Center mih={320} p="md">
        <ErrorState title={t`Failed to load zones`} error={error} onRetry={retry} />
      </Center>
    )
  }
  const mustChoose = mustChooseZone({
    pathname,
    globalRole: profile.role,
    landing,
    availableZones: availableZones.length,
    hasSelectedZone: zone !== undefined,
  })
  return mustChoose ? <RedirectToZoneSelection /> : children
}

const guestPaths: readonly string[] = [paths.login, paths.signUp]

/** Admits only people who are not signed in. Others go to the page they requested or to their landing page. */
export function GuestGuard({ children }: { children: ReactNode }) {
  const session = useSession()
  const router = useRouter()
  // During navigation the router already has the new URL while this guard is still mounted; it must not redirect again then.
  const from = useLocation({ select: location => location.search.from })
  const isOnGuestPage = useLocation({ select: ({ pathname }) => guestPaths.includes(pathname) })
  const target =
    session.status === 'signed-in' && isOnGuestPage ? getPathAfterSignIn(session.landing, from) : undefined
  useEffect(() => {
    if (target) router.history.replace(target, { arriving: true })
  }, [router, target])
  // A person with a session gets no sign-in form, even if their profile could not be loaded.
  if (session.status === 'failed') return <SessionFailed error={session.error} retry={session.retry} />
  return session.status === 'signed-in' || session.status === 'loading' ? <LoadingScreen /> : children
}
