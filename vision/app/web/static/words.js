// Small pieces of text that several views share.

export const SEATS = ["E", "S", "W", "N"];
export const SEAT_NAMES = { E: "East", S: "South", W: "West", N: "North" };
export const WIND_TILE = { E: "1z", S: "2z", W: "3z", N: "4z" };

/** +184, −92, 0: with a true minus sign. */
export const signed = (amount) => (amount > 0 ? `+${amount}` : amount < 0 ? `−${-amount}` : "0");
export const plain = (amount) => (amount < 0 ? `−${-amount}` : String(amount));
/** What an undo takes back; the ledger speaks of deals, people of hands. */
export const undoWords = (what) => what.replaceAll("deal", "hand");
export const many = (count, one, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;

/** Names joined: "Ann, Bob and Cem". */
export const joined = (names) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** An instant in the reader's own manner: "Tue 1 Dec, 20:15". */
export function when(text) {
  const time = text ? new Date(text) : null;
  if (!time || Number.isNaN(time.getTime())) return "";
  return time.toLocaleString(undefined, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
}

export function clock(text) {
  const time = text ? new Date(text) : null;
  if (!time || Number.isNaN(time.getTime())) return "";
  return time.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
}

/** The seats that play, in order, with their players. */
export function seatsOf(evening, seats = evening.position.seats) {
  return SEATS.filter((seat) => seat in seats).map((seat) => ({
    seat,
    name: seats[seat],
    wind: SEAT_NAMES[seat],
  }));
}

/** Who sits where in the hand being settled: a past one's seats while it is edited. */
export function draftSeats(evening, draft) {
  const past = draft?.editing
    ? evening.entries.find((entry) => entry.number === draft.editing)
    : null;
  return past?.seats ?? evening.position.seats;
}
