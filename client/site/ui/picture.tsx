import type { Slot } from '#shared/content/content-pages.ts'

/** A picture or film, served by this site. It loads when it comes near the window, or once a visit's first page is idle. */
export function Picture({ slot }: { slot: NonNullable<Slot> }) {
  const { alt, width, height } = slot
  if ('image' in slot) {
    return (
      <img
        className="Picture"
        src={slot.image}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
      />
    )
  }
  return (
    <video
      className="Picture"
      poster={slot.poster}
      aria-label={alt}
      width={width}
      height={height}
      preload="none"
      controls
      playsInline
    >
      <source src={slot.video} />
      <track kind="captions" src={slot.captions} srcLang="en" label="English" default />
    </video>
  )
}
