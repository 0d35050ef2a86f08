import { Component, type ErrorInfo, type ReactNode } from 'react'
import { ErrorScreen } from './error-screen.tsx'

type Props = {
  children: ReactNode
  onGoHome?: () => void
  /** Renders nothing after a crash. Set it for content beside the pages, such as toasts, so that the pages stay. */
  silent?: boolean
  /** Renders a replacement for the part of a page that crashed; `clear` retries that part. */
  failed?: (clear: () => void) => ReactNode
}

/** Both buttons of ErrorScreen clear the error; Go Home also calls `onGoHome` or, without it, goes to the root path. */
export class ErrorBoundary extends Component<Props, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error('A screen crashed:', error, info.componentStack)
  }

  private clear = () => this.setState({ crashed: false })

  private goHome = () => {
    if (this.props.onGoHome) this.props.onGoHome()
    else window.location.hash = '#/'
    this.clear()
  }

  override render() {
    if (!this.state.crashed) return this.props.children
    if (this.props.silent) return null
    if (this.props.failed) return this.props.failed(this.clear)
    return <ErrorScreen onTryAgain={this.clear} onGoHome={this.goHome} />
  }
}
