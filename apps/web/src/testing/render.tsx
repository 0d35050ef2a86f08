import './all-screens.ts'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, RouterContextProvider, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { type ReactElement, type ReactNode, useEffect } from 'react'
import { Providers } from '../app/providers.tsx'
import { createAppRouter } from '../app/router.tsx'
import { inShellRoute } from '../app/routes/in-shell.tsx'
import { ShellContent } from '../app/shell/in-shell.tsx'
import { useTitle } from '../app/shell/use-title.ts'
import { cssVariablesResolver, theme } from '../app/theme.ts'
import { useSession } from '../lib/session/use-session.ts'
import { HeaderTitle } from '../ui/layout/header-title.ts'
import { LiveScope } from '../ui/live/live-scope.tsx'

/** Renders a component in the product's theme, without transitions. */
export function renderUi(element: ReactElement) {
  return render(element, {
    wrapper: ({ children }) => (
      <I18nProvider i18n={i18n}>
        <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} env="test">
          {children}
        </MantineProvider>
      </I18nProvider>
    ),
  })
}

/** Renders a component that calls the server, without the page around it. */
export const renderComponent = (element: ReactElement) => render(<Providers env="test">{element}</Providers>)

/** Renders a component once it is known who is signed in, as every page does. */
export const renderSignedIn = (element: ReactElement) =>
  renderComponent(<OnceSignedIn>{element}</OnceSignedIn>)

const OnceSignedIn = ({ children }: { children: ReactNode }) =>
  useSession().status === 'signed-in' ? children : null

/** Renders a component that links to pages. */
export function renderWithRouter(element: ReactElement) {
  const router = createAppRouter(createMemoryHistory())
  return renderUi(<RouterContextProvider router={router}>{element}</RouterContextProvider>)
}

/** Renders the whole app at a path. `path()` returns the current path, with its search parameters. */
export function renderApp(address: string) {
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createAppRouter(history)
  const view = render(
    <>
      <RestoreShell />
      <Providers env="test">
        <RouterProvider router={router} />
      </Providers>
    </>,
  )
  return { ...view, router, path: () => history.location.href }
}

/**
 * Renders the app at a path without the header, navigation and bars around the page, which take a quarter of the time. For tests that
 * are about the page itself.
 */
export function renderPage(address: string) {
  inShellRoute.update({ component: PageOnly })
  return renderApp(address)
}

const Shell = inShellRoute.options.component

/** Brings the shell back when the test ends, because all tests share the route. */
function RestoreShell() {
  useEffect(() => () => void inShellRoute.update({ component: Shell }), [])
  return null
}

/** Does for the page what the shell does. */
function PageOnly() {
  const title = useTitle()
  return (
    <LiveScope as="main">
      <HeaderTitle value={title}>
        <ShellContent />
      </HeaderTitle>
    </LiveScope>
  )
}
