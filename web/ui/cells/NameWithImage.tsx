import { Avatar } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './NameWithImage.module.css'

type NameWithImageProps = {
  name: string
  image: string | null
  detail?: ReactNode
  icon?: ReactNode
  children?: ReactNode
}

/** An image (or the icon, or the first letters) with a name, or what the children draw in its place: a link. The image is decorative. */
export function NameWithImage({ name, image, detail, icon, children }: NameWithImageProps) {
  return (
    <span className={classes.line}>
      <Avatar src={image} size={28} radius={icon ? 'sm' : 'xl'} color="gray" variant="light" aria-hidden alt="">
        {icon ?? firstLetters(name)}
      </Avatar>
      <span className={classes.text}>
        <bdi className={classes.name}>{children ?? name}</bdi>
        {detail && <span className={classes.detail}>{detail}</span>}
      </span>
    </span>
  )
}

// Arabic letters join when they touch, so Arabic names show one.
function firstLetters(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.slice(0, /[\u0600-\u06ff]/.test(name) ? 1 : 2).map((word) => [...word][0] ?? '')
  return letters.join('').toUpperCase()
}
