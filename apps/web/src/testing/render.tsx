import './all-screens.ts'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, RouterContextProvider, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactElement, ReactNode } from 'react'
import { Providers } from '../app/providers.tsx'
import { createAppRouter } from '../app/router.tsx'
import { cssVariablesResolver, theme } from '../app/theme.ts'
import { useSession } from '../lib/session/use-session.ts'

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
    <Providers env="test">
      <RouterProvider router={router} />
    </Providers>,
  )
  return { ...view, router, path: () => history.location.href }
}
