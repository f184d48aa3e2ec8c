// What the host alone can do: take away what was said at the table, or somebody's seat.

import { word } from "./words.js";

/**
 * The means of the host beside a line of talk, behind a press so that nothing is removed by accident.
 *
 * @param author who said it.
 * @param removeLine takes the line away.
 * @param removeSeat takes the seat of its author away; null, if that is the host's own.
 */
export function hostMeans(author, removeLine, removeSeat) {
  const element = document.createElement("details");
  element.className = "host";
  const summary = document.createElement("summary");
  summary.setAttribute("aria-label", word("web-host"));
  const row = document.createElement("div");
  row.className = "row";
  row.append(button(word("web-remove-line"), removeLine));
  if (removeSeat) row.append(seatButton(author.name, removeSeat));
  element.append(summary, row);
  return element;
}

/** Show who has a seat, each but one's own with a button to take it away. */
export function showSeats(list, seats, own, removeSeat) {
  list.replaceChildren(
    ...seats.map(({ account, name }) => {
      const item = document.createElement("li");
      if (account === own) {
        const bearer = document.createElement("bdi");
        bearer.textContent = name;
        item.append(bearer);
      } else {
        item.append(seatButton(name, () => removeSeat(account)));
      }
      return item;
    }),
  );
}

// A seat cannot be given back, so its button is pressed twice.
function seatButton(name, removeSeat) {
  let isSure = false;
  const element = button(word("web-remove-seat", { name }), () => {
    if (isSure) {
      removeSeat();
      return;
    }
    isSure = true;
    element.textContent = word(document.body.classList.contains("invited") ? "web-remove-sure-links" : "web-remove-sure");
  });
  element.classList.add("danger");
  return element;
}

function button(label, pressed) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "button";
  element.textContent = label;
  element.addEventListener("click", pressed);
  return element;
}
