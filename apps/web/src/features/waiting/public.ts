/** The public interface of the waiting feature: the bar shown above every page. */
export { WaitingBar } from './waiting-bar.tsx'
