import type { ComponentProps, ReactNode } from 'react'
import classes from './facts.module.css'

export const Facts = (props: ComponentProps<'dl'>) => <dl {...props} className={classes.facts} />

export function Fact({ name, ...value }: ComponentProps<'dd'> & { name: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd {...value} />
    </>
  )
}
