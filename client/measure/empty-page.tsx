import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { routes } from '#shared/routes/routes.ts'

/** An empty page, to measure the time that React alone needs from press to paint. */
function EmptyPage() {
  const [isNext, setNext] = useState(false)
  return (
    <main>
      <h1>{isNext ? 'Next' : 'First'}</h1>
      <a
        href={routes.pricing}
        onClick={(event) => {
          event.preventDefault()
          setNext(true)
        }}
      >
        Next
      </a>
    </main>
  )
}

createRoot(document.body).render(<EmptyPage />)
