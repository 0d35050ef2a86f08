import type { ComponentProps, ReactNode } from 'react'
import classes from './facts.module.css'

/** What is known of one thing, by name: each a `Fact`. */
export const Facts = (props: ComponentProps<'dl'>) => <dl {...props} className={classes.facts} />

export function Fact({ name, ...value }: ComponentProps<'dd'> & { name: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd {...value} />
    </>
  )
}
