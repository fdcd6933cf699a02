/** Sounds of the office, for administrators who look at a parcel or away from the screen. */

let context: AudioContext | undefined;

/** Signals, each a sequence of tones in hertz. */
const tones = { right: [880], wrong: [220, 165], done: [660, 880, 1175] };

/** Duration of a tone, in seconds. */
const LENGTH = 0.12;

/** Plays a short signal; if the browser has no sound, nothing happens. */
export function beep(what: keyof typeof tones) {
  // Before the page is first touched, the browser would delay the sound until then.
  if (!('AudioContext' in window) || !navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  const { currentTime, destination } = context;
  tones[what].forEach((frequency, place) => {
    if (!context) return;
    const [tone, loudness] = [context.createOscillator(), context.createGain()];
    const from = currentTime + place * LENGTH;
    tone.frequency.value = frequency;
    tone.type = what === 'wrong' ? 'square' : 'sine';
    loudness.gain.setValueAtTime(0.2, from);
    loudness.gain.exponentialRampToValueAtTime(0.001, from + LENGTH);
    tone.connect(loudness).connect(destination);
    tone.start(from);
    tone.stop(from + LENGTH);
  });
}
