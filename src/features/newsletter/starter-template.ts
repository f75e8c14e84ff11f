/** A template to start from: it has a greeting, the products and an unsubscribe link. */
export const starterTemplate = {
  subject:
    "{% if subscriber_name %}{{ subscriber_name }}, ovo{% else %}Ovo{% endif %} je ponuda nedelje",
  mjml: `<mjml lang="sr-Latn">
  <mj-head>
    <mj-title>Ponuda nedelje</mj-title>
    <mj-preview>Nove cene važe do nedelje uveče.</mj-preview>
    <mj-attributes>
      <mj-all font-family="Helvetica, Arial, sans-serif" />
      <mj-text color="#3d3a35" font-size="16px" line-height="1.6" />
      <mj-button background-color="#1f3d36" color="#ffffff" border-radius="6px" font-size="15px" font-weight="bold" inner-padding="12px 22px" />
    </mj-attributes>
    <mj-style>
      .old-price { color: #8a857c; text-decoration: line-through; }
      .footer a { color: #6d685f; }
    </mj-style>
  </mj-head>
  <mj-body background-color="#f4f1ea">
    <mj-section padding="32px 16px 8px">
      <mj-column>
        <mj-text align="center" color="#1f3d36" font-size="28px" font-weight="bold" line-height="1.25">
          Ponuda nedelje
        </mj-text>
        <mj-divider border-color="#d9a441" border-width="3px" width="64px" />
      </mj-column>
    </mj-section>

    <mj-section background-color="#ffffff" border-radius="12px 12px 0 0" padding="24px 16px 8px">
      <mj-column>
        <mj-text>Zdravo{% if subscriber_name %}, {{ subscriber_name }}{% endif %}!</mj-text>
        <mj-text>
          {% if products %}
          Ove nedelje smo za vas izdvojili sledeće. Cene važe dok traju zalihe.
          {% else %}
          Ove nedelje spremamo nešto novo. Svratite uskoro!
          {% endif %}
        </mj-text>
      </mj-column>
    </mj-section>

    {% for product in products %}
    <mj-section background-color="#ffffff" padding="8px 16px">
      {% if product.image_url %}
      <mj-column width="40%" vertical-align="middle">
        <mj-image src="{{ product.image_url }}" alt="{{ product.name }}" border-radius="8px" />
      </mj-column>
      {% endif %}
      <mj-column width="60%" vertical-align="middle">
        <mj-text font-size="18px" font-weight="bold" padding-bottom="0">{{ product.name }}</mj-text>
        {% if product.price %}
        <mj-text padding-top="4px">
          <strong>{{ product.price }} RSD</strong>
          {% if product.old_price %}<span class="old-price">{{ product.old_price }} RSD</span>{% endif %}
        </mj-text>
        {% endif %}
        {% if product.url %}
        <mj-button align="left" href="{{ product.url }}">Pogledaj</mj-button>
        {% endif %}
      </mj-column>
    </mj-section>
    {% endfor %}

    <mj-section background-color="#ffffff" border-radius="0 0 12px 12px" padding="0 16px 24px">
      <mj-column>
        <mj-text>Prijatnu nedelju želi vam naša ekipa.</mj-text>
      </mj-column>
    </mj-section>

    <mj-section padding="16px">
      <mj-column>
        <mj-text align="center" color="#6d685f" css-class="footer" font-size="13px">
          Ovo pismo dobijate jer ste se prijavili na naš njuzleter.<br />
          <a href="{{ unsubscribe_url }}">Odjavite se</a>
        </mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`,
} as const;

export const sampleSubscriberName = "Milica";

/** Sample products for test emails and previews; their addresses may be paths on this server. */
export const sampleProducts = [
  {
    name: "Vuneni šal „Kopaonik“",
    price: "1.990",
    old_price: "2.490",
    image_url: "/media/sandbox/sample-1.svg",
    url: "https://shop.example.com/products/vuneni-sal-kopaonik",
  },
  {
    name: "Duks sa kapuljačom „Đerdap“",
    price: "3.590,50",
    old_price: "4.990",
    image_url: "/media/sandbox/sample-2.svg",
    url: "https://shop.example.com/products/duks-djerdap",
  },
  {
    name: "Šolja „Čaj & ćebe“",
    price: "890",
    old_price: "",
    image_url: "/media/sandbox/sample-3.svg",
    url: "https://shop.example.com/products/solja-caj-i-cebe",
  },
] as const;
